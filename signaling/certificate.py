"""The server's certificate, which may be replaced while it runs."""

import os
import ssl
from pathlib import Path

from shared.errors import SettingError


class Certificate:
    """A certificate and its key in two files, for a listener that stays open."""

    def __init__(self, certificate: Path, key: Path) -> None:
        """Read both.

        Raises:
            SettingError: If they cannot be used.
        """
        self._files = certificate, key
        self.context = _context(*self._files)
        "For the listener; after :meth:`reload` its next handshakes are by the new one."

    def reload(self) -> None:
        """Read both files again. Open sockets are not touched.

        Raises:
            SettingError: If they cannot be used; the old ones stay in force.
        """
        _context(*self._files)
        self.context.load_cert_chain(*self._files)


def _context(certificate: Path, key: Path) -> ssl.SSLContext:
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.set_alpn_protocols(["http/1.1"])
    try:
        # A key with a passphrase would have OpenSSL ask the terminal for it.
        context.load_cert_chain(certificate, key, password=_no_passphrase)
    except ssl.SSLError as error:
        raise SettingError(
            f"{certificate} and {key} are not a certificate in PEM and its key: "
            f"{(error.reason or 'unreadable').lower().replace('_', ' ')}"
        ) from None
    except OSError as error:
        unreadable = key if os.access(certificate, os.R_OK) else certificate
        raise SettingError(f"{unreadable} cannot be read: {error.strerror}") from None
    return context


def _no_passphrase() -> str:
    raise SettingError(
        "the key has a passphrase, which nobody is there to type; store it without one"
    )
