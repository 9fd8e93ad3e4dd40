"""The errors of a client: the server refuses something, or there is no server of ours at the other end."""

import ssl

from websockets.exceptions import ConnectionClosed, InvalidMessage, InvalidStatus

from skipbo.errors import Malformed, SkipboError
from skipbo.i18n import translate as _
from skipbo.protocol.codes import describe
from skipbo.protocol.compatibility import decode_server_answer
from skipbo.protocol.messages import Kind, Refusal
from skipbo.text import shorten

REFUSED = {4001, 4003, 4004}  # close codes of a refusal, whose code is the reason
TRANSIENT = {1000, 1001, 1005, 1006, 1011, 1012, 1013, 1014}  # close codes after which connecting again may help
TRY_LATER = 429  # an HTTP status, as are all from 500 on


class Refused(SkipboError):
    """The server has refused something; nothing has changed. `code` says why."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.code, describe(refusal.code))
        self.args = (refusal,)
        self.kind = refusal.kind


class ConnectionFailed(SkipboError):
    """Nothing more will be heard from the server; the text says what happened. A command that waits may be done."""


def refusal_of(url: str, status: int, body: bytes) -> Refused | ConnectionFailed:
    """Returns the error that an HTTP error stands for: a refusal of the server, or the page of somebody else."""
    try:
        return Refused(decode_server_answer(body, Refusal))
    except Malformed:
        return not_skipbo(url, f"HTTP {status}: {text_of(body)}")


def final_error(error: Exception, url: str) -> SkipboError | None:
    """Returns the error to report after a WebSocket has failed; None if connecting again may help."""
    match error:
        case ConnectionClosed(rcvd=received, sent=sent):
            if received is not None and received.code in REFUSED:
                return Refused(Refusal(None, Kind.NOT_LEGAL, received.reason))
            closing = received or sent  # what we have sent names what was wrong with the server's frames
            return None if closing is None or closing.code in TRANSIENT else failed(url, str(error))
        case InvalidStatus(response=response):
            status = response.status_code
            return (
                None if status >= 500 or status == TRY_LATER else refusal_of(url, status, bytes(response.body or b""))
            )
        case InvalidMessage(__cause__=EOFError()):
            return None  # the connection was lost in the middle of the handshake
        case OSError() if not isinstance(error, ssl.SSLCertVerificationError):
            return None
        case InvalidMessage():
            return not_skipbo(url, str(error.__cause__))
        case _:
            return failed(url, str(error))


def not_skipbo(url: str, what: str) -> ConnectionFailed:
    text = _("{url} does not answer as a skipbo server does: {what}")
    return ConnectionFailed("answer", text.format(url=url, what=one_line(what)))


def failed(url: str, why: str) -> ConnectionFailed:
    text = _("The connection to {url} has failed: {why}")
    return ConnectionFailed("connection", text.format(url=url, why=one_line(why)))


def silent(url: str, seconds: float, last: Exception) -> ConnectionFailed:
    text = _("{url} has not answered for {seconds} seconds. The last attempt to connect failed: {why}")
    return ConnectionFailed(
        "silence", text.format(url=url, seconds=round(seconds), why=one_line(str(last) or repr(last)))
    )


def text_of(body: bytes) -> str:
    return body.decode(errors="replace")


def one_line(text: str) -> str:
    """Returns the beginning of what was received, fit to be printed on one line."""
    return shorten(" ".join(text.split()))
