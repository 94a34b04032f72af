import { domainToUnicode } from 'node:url'

/** A normal e-mail as its owner writes it: what people read, and where mail goes. */
export function emailText(email: string): string {
  if (!email.includes('xn--')) return email
  const [local = '', domain = ''] = email.split('@')
  return `${toUnicode(local)}@${toUnicode(domain)}`
}

function toUnicode(name: string): string {
  // The ending keeps a name that ends in a number from being taken for an IP address.
  return domainToUnicode(`${name}.a`).slice(0, -2) || name
}
