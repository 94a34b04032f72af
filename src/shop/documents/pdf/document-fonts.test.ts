import { expect, test } from 'vitest'
import { unprintableLetters, unprintableNote } from '#web/unprintable-letters.ts'
import { loadArchivo, loadNoto } from './document-fonts.server.ts'

test('forms know exactly the letters that no font of documents has', {
  timeout: 60_000,
}, async () => {
  const fonts = [await loadArchivo(), await loadNoto()]
  const wrong: string[] = []
  for (let code = 0x20; code <= 0x10ffff; code += 1) {
    const letter = String.fromCodePoint(code)
    // Line breaks and spaces are not printed, and unassigned code points are not typed.
    if (/[\s\p{Cc}\p{Cn}\p{Co}\p{Cs}]/u.test(letter)) continue
    const isPrintable = fonts.some(({ glyphs }) => glyphs.hasGlyphForCodePoint(code))
    const isNamed = unprintableLetters(letter).length > 0
    if (isPrintable === isNamed) wrong.push(code.toString(16))
  }
  expect(wrong).toEqual([])
})

test('a note names each letter once, and few of many', () => {
  expect(unprintableNote('Zoë Müller, Ζωή, Зоя\n1 Łódź St')).toBeUndefined()
  expect(unprintableNote('株式会社 株 Tools')).toContain('can’t show \u2068株 式 会 社\u2069. ')
  expect(unprintableNote('あいうえおかきくけこ')).toContain(
    'can’t show \u2068あ い う え お か き く …\u2069. ',
  )
})
