/**
 * An e-mail in the one form that is stored and compared: without regard to case, and in ASCII. The
 * domain of müller@exämple.de becomes Punycode, as DNS has it; its local part does too, because
 * better-auth accepts no other. What can't be converted stays as it is, and is refused as an e-mail.
 */
export function normalEmail(email: string): string {
  const text = email.trim().toLowerCase()
  if (/^\p{ASCII}*$/u.test(text)) return text
  const [local = '', domain = '', ...rest] = text.split('@')
  const [asciiLocal, asciiDomain] = [toAscii(local), toAscii(domain)]
  if (rest.length > 0 || !asciiLocal || !asciiDomain) return text
  return `${asciiLocal}@${asciiDomain}`
}

const NAME = /^[\p{L}\p{N}\p{M}_'+.-]+$/u
// Without it, a URL takes a name that ends in a number for an IP address.
const SUFFIX = '.a'

/** Each label of a dotted name in ASCII; null when it can't be one. */
function toAscii(name: string): string | null {
  const url = `http://${name}${SUFFIX}`
  if (!NAME.test(name) || !URL.canParse(url)) return null
  return new URL(url).hostname.slice(0, -SUFFIX.length)
}
