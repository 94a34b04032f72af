import { expect, test } from 'vitest'
import { hasStructure, markdownOfHtml } from './pasted-html.ts'

test('headings, lists and links of a page stay, pictures, styles and scripts do not', async () => {
  const html = `<meta charset="utf-8"><style>p{}</style><h2>Größen</h2><p>See <a href="https://a.example/x">the
    <b>table</b></a>.<img src="https://a.example/p.png" onerror="alert(1)"><script>alert(1)</script></p>
    <ul><li>one<ol><li>two</li></ol></li></ul>`
  expect(hasStructure(html)).toBe(true)
  expect((await markdownOfHtml(html)).replaceAll(/ {2,3}(?=\S)/g, ' ')).toBe(
    '## Größen\n\nSee [the **table**](https://a.example/x).\n\n- one\n  1. two',
  )
})

test('texts of word processors keep their headings and lists', async () => {
  const word = `<html xmlns:o="urn:schemas-microsoft-com:office:office"><h1>Kinds</h1>
    <p class=MsoListParagraph><!--[if !supportLists]--><span>·<span>&nbsp;&nbsp;&nbsp; </span></span><!--[endif]-->bending&nbsp;blow</p>
    <p class=MsoListParagraph><span>1.<span>&nbsp;&nbsp; </span></span>one</p><p>In 1. place</p>`
  expect(await markdownOfHtml(word)).toBe('# Kinds\n\n- bending blow\n\n1. one\n\nIn 1. place')
  const docs = '<b style="font-weight:normal;" id="docs-internal-guid-1"><h3>A</h3><p>b <b>c</b></p></b>'
  expect(await markdownOfHtml(docs)).toBe('### A\n\nb **c**')
})

test('a table keeps its rows, and one that arranges a page gives way to what is in it', async () => {
  const table = `<table><caption>Sizes</caption><thead><tr><th colspan="2">Bolt | <b>Nm</b></th></tr></thead>
    <tbody><tr><td><p>M8</p><p>long</p></td><td><a href="https://a.example/">25</a></td><td>x</td></tr></tbody></table>`
  expect(await markdownOfHtml(`<p>See</p>${table}<p>End</p>`)).toBe(
    'See\n\nSizes\n\n| Bolt \\| **Nm** |  |  |\n| --- | --- | --- |\n| M8 long | [25](https://a.example/) | x |\n\nEnd',
  )
  expect(await markdownOfHtml('<table><tr><td><h2>A</h2><p>b</p></td></tr></table>')).toBe('## A\n\nb')
})

test('copied lines of source text stay as they are', () => {
  expect(hasStructure('<meta charset="utf-8"><div style="x"><div><span>## A</span></div></div>')).toBe(false)
})
