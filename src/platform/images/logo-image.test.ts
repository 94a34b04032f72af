import sharp from 'sharp'
import { expect, test } from 'vitest'
import { image } from '#server/testing/images.ts'
import { renderLogo } from './logo-image.server.ts'

const svg = (inside: string, more = 'viewBox="0 0 120 10"') =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" ${more}>${inside}</svg>`)
const bar = '<rect width="120" height="10" fill="#1c4a8a"/>'

test.each([
  ['with a view box only', svg(bar)],
  ['of a few pixels', svg(bar, 'width="12" height="1" viewBox="0 0 120 10"')],
  ['with a declaration', Buffer.concat([Buffer.from('<?xml version="1.0"?>\n'), svg(bar)])],
  ['that is huge', svg(bar, 'width="18000" height="1500" viewBox="0 0 120 10"')],
])('an SVG %s becomes a bitmap, whole', async (_, bytes) => {
  const made = await renderLogo(bytes)
  if ('refused' in made) throw new Error(made.refused)
  const largest = made.files.findLast(({ format }) => format === 'webp')
  const { width = 0, height = 0, format } = await sharp(largest?.bytes).metadata()
  expect({ format, width, height }).toEqual({ format: 'webp', width: 1200, height: 100 })
})

test.each([
  ['a script', '<script>alert(1)</script>', 'active-drawing'],
  ['a handler', '<rect onload="alert(1)"/>', 'active-drawing'],
  ['HTML', '<foreignObject><p>A</p></foreignObject>', 'active-drawing'],
  ['an image of elsewhere', '<image href="https://evil.example/a.png"/>', 'outside-drawing'],
  ['a file', '<image xlink:href="file:///etc/passwd"/>', 'outside-drawing'],
  ['a style of elsewhere', '<style>@import "a.css";</style>', 'outside-drawing'],
  ['a fill of elsewhere', '<rect fill="url(https://evil.example/#a)"/>', 'outside-drawing'],
  ['nothing', '', 'damaged'],
  ['an unfinished tag', '<rect', 'damaged'],
])('an SVG with %s is refused', async (_, inside, refused) => {
  expect(await renderLogo(svg(inside))).toEqual({ refused })
})

test('an SVG with entities that grow is refused', async () => {
  const bomb = '<!DOCTYPE svg [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]>'
  expect(await renderLogo(Buffer.from(`${bomb}${svg('<text>&b;</text>')}`))).toEqual({
    refused: 'active-drawing',
  })
})

test('a PNG is rendered like any image, but not one of a pixel; HTML is no image', async () => {
  expect(await renderLogo(await image('png'))).toHaveProperty('files.length', 6)
  expect(await renderLogo(await image('png', 2))).toEqual({ refused: 'too-small' })
  expect(await renderLogo(Buffer.from('<!doctype html><html></html>'))).toEqual({
    refused: 'unsupported-type',
  })
})
