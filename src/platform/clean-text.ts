/**
 * Returns a text that a program copied, in plain characters: no invisible ones, ordinary spaces and
 * hyphens, and ASCII for the full-width characters of East Asian keyboards.
 */
export function cleanText(text: string): string {
  return text
    .normalize('NFC')
    .replace(/[\uff01-\uff5e]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
    .replace(/[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff]/g, '')
    .replace(/[\u00a0\u2000-\u200a\u202f\u205f\u3000]/g, ' ')
    .replace(/[\u2010-\u2015\u2212]/g, '-')
}

/** Returns a text on one line: spaces and line ends become one space. */
export const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim()
