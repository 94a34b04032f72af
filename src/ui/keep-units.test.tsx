import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { KeepUnits } from './keep-units.tsx'

function kept(text: string) {
  const html = renderToStaticMarkup(<KeepUnits text={text} />)
  expect(html.replaceAll(/<[^>]+>/g, '')).toBe(text)
  return Array.from(html.matchAll(/<span[^>]*>(.*?)<\/span>/g), ([, found]) => found)
}

test('a number stays on one line with its unit', () => {
  expect(kept('Claw Hammer 450 g')).toEqual(['450 g'])
  expect(kept('Double Open-End Wrench 17 x 19 mm')).toEqual(['17 x 19 mm'])
  expect(kept('Hex Socket Set 1/2 in, 3 pcs')).toEqual(['1/2 in', '3 pcs'])
  expect(kept('Blued blade, checked to 0.01 mm.')).toEqual(['0.01 mm'])
  expect(kept('90 Millions+')).toEqual(['90 Millions+'])
})

test('what is no unit may stand on the next line', () => {
  expect(kept('Five wrenches of 1998 made here')).toEqual([])
  expect(kept('Hand Tap Set M6, M8, M10')).toEqual([])
  expect(kept('No number at all')).toEqual([])
})
