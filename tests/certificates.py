"""Certificates for tests: an authority, and servers that it vouches for."""

import asyncio
import ssl
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

DAY = timedelta(days=1)


class Authority:
    """Trusted by whoever is given its file, such as through SSL_CERT_FILE."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._key = ec.generate_private_key(ec.SECP256R1())
        self._name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "test")])
        self.file = folder / "authority.pem"
        constraints = x509.BasicConstraints(ca=True, path_length=0)
        usage = x509.KeyUsage(
            **dict.fromkeys(
                "digital_signature content_commitment key_encipherment encipher_only "
                "data_encipherment key_agreement crl_sign decipher_only".split(),
                False,
            ),
            key_cert_sign=True,
        )
        own = (
            _builder(self._name, self._name, self._key)
            .add_extension(constraints, critical=True)
            .add_extension(usage, critical=True)
        )
        self._write(self.file, own)

    def vouch(self, name: str = "server") -> tuple[Path, Path]:
        """A certificate of ``localhost`` and 127.0.0.1 and its key, in two files."""
        key = ec.generate_private_key(ec.SECP256R1())
        subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
        names = x509.SubjectAlternativeName(
            [x509.DNSName("localhost"), x509.IPAddress(ip_address("127.0.0.1"))]
        )
        authority = x509.AuthorityKeyIdentifier.from_issuer_public_key(
            self._key.public_key()
        )
        certificate = self._folder / f"{name}.pem"
        self._write(
            certificate,
            _builder(subject, self._name, key)
            .add_extension(names, critical=False)
            .add_extension(authority, critical=False),
        )
        return certificate, self._write_key(self._folder / f"{name}.key", key)

    def _write(self, path: Path, builder: x509.CertificateBuilder) -> None:
        signed = builder.sign(self._key, hashes.SHA256())
        path.write_bytes(signed.public_bytes(serialization.Encoding.PEM))

    def _write_key(self, path: Path, key: ec.EllipticCurvePrivateKey) -> Path:
        path.write_bytes(private_bytes(key))
        return path


async def presented(trust: ssl.SSLContext, port: int) -> str:
    """The name in the certificate of a new connection."""
    _, writer = await asyncio.open_connection("localhost", port, ssl=trust)
    (((_, name),),) = writer.get_extra_info("peercert")["subject"]
    writer.close()
    return str(name)


def private_bytes(
    key: ec.EllipticCurvePrivateKey, passphrase: bytes | None = None
) -> bytes:
    """``key`` in PEM."""
    return key.private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.PKCS8,
        serialization.BestAvailableEncryption(passphrase)
        if passphrase
        else serialization.NoEncryption(),
    )


def _builder(
    subject: x509.Name, issuer: x509.Name, key: ec.EllipticCurvePrivateKey
) -> x509.CertificateBuilder:
    now = datetime.now(UTC)
    return (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(issuer)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - DAY)
        .not_valid_after(now + DAY)
        .add_extension(
            x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False
        )
    )
