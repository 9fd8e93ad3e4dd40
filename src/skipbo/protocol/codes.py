"""The codes of refusals, each with its sentence. (A refusal by a rule has the id of that rule as its code.)"""

from skipbo.i18n import mark, translate

SENTENCES = {
    "bot.already": mark("A bot plays there already."),
    "bot.plays": mark("A bot plays for you: come back first."),
    "bots": mark("There is no such bot."),
    "chat.off": mark("Nobody talks at this table."),
    "clock": mark("Your time for this turn is over. A bot finishes it, then you can come back."),
    "device.damaged": mark("What this browser has stored of this table is damaged, so that it cannot be opened."),
    "device.storage": mark("This browser could not store the move. Make room, or load the page again."),
    "damaged": mark("What the server has stored of this table is damaged. Its host can restore it from a backup."),
    "full": mark("The server has no room for new tables at the moment. Tables that are open can be played on."),
    "game.begins": mark("The game is about to begin. Wait a few seconds."),
    "game.going": mark("Wait until the game is over."),
    "game.none": mark("No game is being played."),
    "guest": mark("Get a guest's token first."),
    "here": mark("No bot is playing for you."),
    "hints.off": mark("The owner of this table has switched hints off."),
    "kicked": mark("The owner has removed you from this table."),
    "length": mark("The game is too long for a replay. Download its record instead."),
    "limited": mark("Too many requests at once. Wait a little and try again."),
    "locked": mark("The owner has locked this table."),
    "log.length": mark("The log of this table is too long to be read again."),
    "message": mark("This is not a message of the protocol."),
    "move": mark("This move is not possible now."),
    "moves": mark("The game had fewer moves than that."),
    "name": mark("A name needs 1 to 24 visible characters."),
    "not-found": mark("There is nothing here."),
    "origin": mark("Requests from this origin are not allowed."),
    "owner": mark("Only the owner of the table can do that."),
    "ready": mark("Not everybody is ready yet."),
    "seat.already": mark("You have a seat already."),
    "seat.free": mark("Nobody sits there."),
    "seat.hand": mark("You have seen a hand of this game: sit down at that seat again, or wait for the next game."),
    "seat.here": mark("The player is at the table."),
    "seat.none": mark("No seat is free."),
    "seat.taken": mark("This seat is taken."),
    "seat.wanted": mark("Sit down first."),
    "server": mark("Something went wrong on the server. Nothing has changed."),
    "show.early": mark("Show your number for the shuffle when everybody is ready, not before."),
    "show.none": mark("You have no number for the shuffle to show."),
    "show.other": mark("This is not the number for the shuffle that you promised."),
    "spectators": mark("Nobody may watch at this table."),
    "starting": mark("The server is still starting. Try again in a moment."),
    "store": mark("The server cannot save at the moment. Nothing has changed. Try again."),
    "table.seat": mark("The table has no such seat."),
    "too-large": mark("The message is too large."),
    "turn": mark("It is somebody else's turn."),
    "undo": mark("There is no move to take back."),
    "undo.asked": mark("Answer the pending undo request first."),
    "undo.none": mark("There is no undo request for you to answer."),
    "version": mark("The table has moved on: look again."),
}


def describe(code: str) -> str:
    """Returns the sentence for a code, in the language in use; for the id of a rule, one that names it."""
    sentence = SENTENCES.get(code)
    return (
        translate("The rules do not allow it: {rule}.").format(rule=code) if sentence is None else translate(sentence)
    )
