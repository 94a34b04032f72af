import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { KeepUnits } from './keep-units.tsx'

function unbroken(text: string) {
  const html = renderToStaticMarkup(<KeepUnits text={text} />)
  expect(html.replaceAll(/<[^>]+>/g, '')).toBe(text)
  return Array.from(html.matchAll(/<span[^>]*>(.*?)<\/span>/g), ([, found]) => found)
}

test('a number stays on one line with its unit', () => {
  expect(unbroken('Claw Hammer 450 g')).toEqual(['450 g'])
  expect(unbroken('Double Open-End Wrench 17 x 19 mm')).toEqual(['17 x 19 mm'])
  expect(unbroken('Hex Socket Set 1/2 in, 3 pcs')).toEqual(['1/2 in', '3 pcs'])
  expect(unbroken('Blued blade, checked to 0.01 mm.')).toEqual(['0.01 mm'])
  expect(unbroken('90 Millions+')).toEqual(['90 Millions+'])
})

test('a word that is not a unit may wrap to the next line', () => {
  expect(unbroken('Five wrenches of 1998 made here')).toEqual([])
  expect(unbroken('Hand Tap Set M6, M8, M10')).toEqual([])
  expect(unbroken('No number at all')).toEqual([])
})
