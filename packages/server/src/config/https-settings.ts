import { domainName, emailAddress, file, secureUrl, setting, wholeNumber } from './setting-values.ts'

/** Settings for HTTPS without a proxy: either certificate files, or certificates that the service gets itself (ACME). */
export const httpsSettings = {
  tlsCert: setting<Buffer | null>({
    env: 'INNKEEPER_TLS_CERT',
    standard: '',
    comment: 'PEM file with the certificate chain, to serve HTTPS without a proxy. Also set `INNKEEPER_TLS_KEY`.',
    allowed: 'the path of a readable file, or leave it empty',
    parse: file,
  }),
  tlsKey: setting<Buffer | null>({
    env: 'INNKEEPER_TLS_KEY',
    standard: '',
    comment: 'PEM file with the private key of that certificate.',
    allowed: 'the path of a readable file, or leave it empty',
    parse: file,
  }),
  acmeDomain: setting<string | null>({
    env: 'INNKEEPER_ACME_DOMAIN',
    standard: '',
    comment:
      'Domain name of the service. If set, the service gets and renews a certificate for it and serves HTTPS. Also set ' +
      '`INNKEEPER_ACME_EMAIL`.',
    allowed: 'a domain name such as inn.example, without https:// and without a port, or leave it empty',
    parse: domainName,
  }),
  acmeEmail: setting<string | null>({
    env: 'INNKEEPER_ACME_EMAIL',
    standard: '',
    comment:
      "Contact address for the certificate authority. By setting it, you accept the authority's terms of service " +
      "([Let's Encrypt's](https://letsencrypt.org/repository/), unless you change the directory).",
    allowed: 'an email address such as you@inn.example, or leave it empty',
    parse: emailAddress,
  }),
  acmeDirectory: setting({
    env: 'INNKEEPER_ACME_DIRECTORY',
    standard: 'https://acme-v02.api.letsencrypt.org/directory',
    comment: 'ACME directory of the certificate authority. Change it only to test, or to use a different authority.',
    allowed: 'an https URL',
    parse: secureUrl,
  }),
  httpPort: setting({
    env: 'INNKEEPER_HTTP_PORT',
    standard: '80',
    comment:
      "Port for plain HTTP, opened only with `INNKEEPER_ACME_DOMAIN`. It answers the certificate authority's check and " +
      'redirects everything else to HTTPS. The internet must reach it as port 80.',
    allowed: 'a whole number from 1 to 65535',
    parse: (text) => wholeNumber(text, 1, 65535),
  }),
}
