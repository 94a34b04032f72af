import { domainToUnicode } from 'node:url'

/** Converts a normalized e-mail address back to Unicode, for display and for sending mail. */
export function emailText(email: string): string {
  if (!email.includes('xn--')) return email
  const [local = '', domain = ''] = email.split('@')
  return `${toUnicode(local)}@${toUnicode(domain)}`
}

function toUnicode(name: string): string {
  // Without the suffix, a name that ends in a number is parsed as an IP address.
  return domainToUnicode(`${name}.a`).slice(0, -2) || name
}
