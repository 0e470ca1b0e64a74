import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A self-signed certificate for localhost, valid until 2126, with its key. For tests only. */
export const TEST_CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBmjCCAUGgAwIBAgIUVQuZ3KwEiiYk/nCHZQQRA2JY/2YwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMjE1NDM1MFoYDzIxMjYxMDI5
MTU0MzUwWjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAAQ4zRf5cLBdIla0Il6721XMkeLCCF/gKiugirQGFVu4h9v0yZdG0A5M
9L8zu5et7wR77uW1/Vw6BSlnQTUCElyOo28wbTAdBgNVHQ4EFgQUMd+TmHvL4xX+
QqXJcdsXFUzr7DYwHwYDVR0jBBgwFoAUMd+TmHvL4xX+QqXJcdsXFUzr7DYwGgYD
VR0RBBMwEYIJbG9jYWxob3N0hwR/AAABMA8GA1UdEwEB/wQFMAMBAf8wCgYIKoZI
zj0EAwIDRwAwRAIgasx8NHy0QuocfHewgalSSpP6LP5Aqv7UqxD6g3JPiPcCIEs3
n/hR+CLYLkgLMeUwbtDOdD0VraUDbxKHifMMPyVy
-----END CERTIFICATE-----
`;

export const TEST_CERTIFICATE_KEY = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg7co78L7o/rdx9rOy
UzCkciHd+I+D5coDuVtWmFQ9yUOhRANCAAQ4zRf5cLBdIla0Il6721XMkeLCCF/g
KiugirQGFVu4h9v0yZdG0A5M9L8zu5et7wR77uW1/Vw6BSlnQTUCElyO
-----END PRIVATE KEY-----
`;

/** The same key's certificate for another name, db.other.example. */
export const OTHER_NAME = `-----BEGIN CERTIFICATE-----
MIIBdjCCARygAwIBAgIBATAKBggqhkjOPQQDAjAbMRkwFwYDVQQDDBBkYi5vdGhl
ci5leGFtcGxlMCAXDTI2MTEwMTAwMDAwMFoYDzIxMjYxMDAxMDAwMDAwWjAbMRkw
FwYDVQQDDBBkYi5vdGhlci5leGFtcGxlMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcD
QgAEOM0X+XCwXSJWtCJeu9tVzJHiwghf4CoroIq0BhVbuIfb9MmXRtAOTPS/M7uX
re8Ee+7ltf1cOgUpZ0E1AhJcjqNPME0wGwYDVR0RBBQwEoIQZGIub3RoZXIuZXhh
bXBsZTAPBgNVHRMBAf8EBTADAQH/MB0GA1UdDgQWBBQx35OYe8vjFf5Cpclx2xcV
TOvsNjAKBggqhkjOPQQDAgNIADBFAiEAzt4YhaeITeqsqC61JjpTPA+bPQ12yf0i
uuSX+AMia7gCIG03oovMVDgn9irE+DrPcCOc5HyPPEjeulXuY5aGzusK
-----END CERTIFICATE-----
`;

/** The same key's certificate for localhost, which expired in 2020. */
export const EXPIRED = `-----BEGIN CERTIFICATE-----
MIIBXjCCAQWgAwIBAgIBATAKBggqhkjOPQQDAjAUMRIwEAYDVQQDDAlsb2NhbGhv
c3QwHhcNMjAwMTAxMDAwMDAwWhcNMjAwMjAxMDAwMDAwWjAUMRIwEAYDVQQDDAls
b2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAAQ4zRf5cLBdIla0Il67
21XMkeLCCF/gKiugirQGFVu4h9v0yZdG0A5M9L8zu5et7wR77uW1/Vw6BSlnQTUC
ElyOo0gwRjAUBgNVHREEDTALgglsb2NhbGhvc3QwDwYDVR0TAQH/BAUwAwEB/zAd
BgNVHQ4EFgQUMd+TmHvL4xX+QqXJcdsXFUzr7DYwCgYIKoZIzj0EAwIDRwAwRAIg
OivM971tvWU/NwigGJ0C/43U0p7nAkfVz803oOIq3LwCIDdjhOlBumSimd4enIUS
o04okjxM3zK8VAJKaeWcK/Bj
-----END CERTIFICATE-----
`;

/** Writes the first certificate and the key to files in a folder of their own. */
export function writeTlsFiles(): { folder: string; certificate: string; key: string; remove(): void } {
  const folder = mkdtempSync(join(tmpdir(), "veritick-tls-"));
  const [certificate, key] = [join(folder, "certificate.pem"), join(folder, "key.pem")];
  writeFileSync(certificate, TEST_CERTIFICATE);
  writeFileSync(key, TEST_CERTIFICATE_KEY, { mode: 0o600 });
  return { folder, certificate, key, remove: () => rmSync(folder, { recursive: true }) };
}
