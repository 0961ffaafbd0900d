import { getCACertificates, setDefaultCACertificates } from "node:tls";

/** Has this process trust the certificate from now on. */
export function trustTestCertificate(): void {
  const known = getCACertificates("default");
  if (!known.includes(testCertificate)) setDefaultCACertificates([...known, testCertificate]);
}

/** Of "Loci's tests", for 127.0.0.1 and the name in test/use-cloud-name.ts until 2126. Everyone has its key, which guards nothing. */
export const testCertificate = `-----BEGIN CERTIFICATE-----
MIIBtzCCAV2gAwIBAgIUZFWn7EtphoFFQkNLd4EO8dTz1kcwCgYIKoZIzj0EAwIw
FzEVMBMGA1UEAwwMTG9jaSdzIHRlc3RzMCAXDTI2MTEyNzA2NTcyOFoYDzIxMjYx
MTAzMDY1NzI4WjAXMRUwEwYDVQQDDAxMb2NpJ3MgdGVzdHMwWTATBgcqhkjOPQIB
BggqhkjOPQMBBwNCAASFgi02zaE8TTC1Ox3Ss0Dxxo8mYj+dE0eKRmYT0jrEUzaY
iYBv9dH+ftupY7+aNC2UdAX56neH9ofBpfVneTu3o4GEMIGBMB0GA1UdDgQWBBRd
GqjruLTHdzOk7fw3T8ZrJNwQIjAfBgNVHSMEGDAWgBRdGqjruLTHdzOk7fw3T8Zr
JNwQIjAPBgNVHRMBAf8EBTADAQH/MC4GA1UdEQQnMCWHBH8AAAGCCWxvY2FsaG9z
dIISbW9kZWxzLmV4YW1wbGUub3JnMAoGCCqGSM49BAMCA0gAMEUCIQCxJ1RnfmW2
G9ez4o1Qc0S6HWCduRvZEJJI8Cm44A4A4gIgb36r2/k/T5EPmdZyggz2IrwEjj/7
zaZMPbtzEA9hDNQ=
-----END CERTIFICATE-----
`;
export const testKey = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgsmefMGD9NY+b29T2
0Bewr2lq5bEEBa4YOutm4iIJy2qhRANCAASFgi02zaE8TTC1Ox3Ss0Dxxo8mYj+d
E0eKRmYT0jrEUzaYiYBv9dH+ftupY7+aNC2UdAX56neH9ofBpfVneTu3
-----END PRIVATE KEY-----
`;
