"""The codes of refusals, each with its sentence. (A refusal by a rule has the id of that rule as its code.)"""

from skipbo.i18n import mark, translate

SENTENCES = {
    "bot.plays": mark("A bot plays for you: come back first."),
    "bots": mark("There is no such bot."),
    "chat.off": mark("Nobody talks at this table."),
    "chat.partner": mark("Partners keep quiet now: the sheet asks for it."),
    "game.going": mark("Wait until the game is over."),
    "game.none": mark("No game is being played."),
    "guest": mark("Say who you are first: ask for a guest's token."),
    "here": mark("Nobody plays for you."),
    "hints.off": mark("The owner of this table wants no hints."),
    "kicked": mark("The owner of this table has sent you away."),
    "length": mark("The game is too long to be shown again: take its record."),
    "limited": mark("That was too much at once: wait a little."),
    "locked": mark("The owner of this table lets nobody else sit down."),
    "message": mark("This is no message of the protocol."),
    "moves": mark("The game had fewer moves than that."),
    "name": mark("A name has 1 to 24 characters that can be seen."),
    "not-found": mark("There is nothing here."),
    "origin": mark("This page may not speak for you: it comes from somewhere else."),
    "owner": mark("Only the owner of the table can do that."),
    "ready": mark("Somebody is not ready yet."),
    "seat.already": mark("You have a seat already."),
    "seat.free": mark("Nobody sits there."),
    "seat.none": mark("No seat is free."),
    "seat.taken": mark("Somebody sits there."),
    "seat.wanted": mark("Sit down first."),
    "server": mark("The server has made a mistake. Nothing has changed."),
    "spectators": mark("Nobody may watch at this table."),
    "starting": mark("The server still prepares itself for its machine: ask again."),
    "store": mark("The server cannot write at the moment. Nothing has changed: try again."),
    "table.seat": mark("The table has no such seat."),
    "too-large": mark("The message is too large."),
    "turn": mark("It is somebody else's turn."),
    "undo": mark("There is no move to take back."),
    "undo.asked": mark("Answer first whether the last wish to take back is granted."),
    "undo.none": mark("Nobody asks you to take a move back."),
    "version": mark("The table has moved on: look again."),
}


def describe(code: str) -> str:
    """Returns the sentence for a code, in the language in use; for the id of a rule, one that names it."""
    sentence = SENTENCES.get(code)
    return (
        translate("The rules do not allow it: {rule}.").format(rule=code) if sentence is None else translate(sentence)
    )
