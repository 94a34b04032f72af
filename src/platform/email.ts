/**
 * Normalizes an e-mail address for storage and comparison: lower case and ASCII. The domain of
 * müller@exämple.de becomes Punycode, and so does the local part, because better-auth requires ASCII.
 * Input that can't be converted is returned as is; validation rejects it later.
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
// Without the suffix, a URL parses a name that ends in a number as an IP address.
const SUFFIX = '.a'

/** Converts a dotted name to Punycode; null when that is not possible. */
function toAscii(name: string): string | null {
  const url = `http://${name}${SUFFIX}`
  if (!NAME.test(name) || !URL.canParse(url)) return null
  return new URL(url).hostname.slice(0, -SUFFIX.length)
}
