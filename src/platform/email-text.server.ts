import { domainToUnicode } from 'node:url'

/** A normal e-mail as its owner writes it: what people read, and where mail goes. */
export function emailText(email: string): string {
  if (!email.includes('xn--')) return email
  const [local = '', domain = ''] = email.split('@')
  return `${toUnicode(local)}@${toUnicode(domain)}`
}

function toUnicode(name: string): string {
  return domainToUnicode(name) || name
}
