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

test('copied lines of source text stay as they are', () => {
  expect(hasStructure('<meta charset="utf-8"><div style="x"><div><span>## A</span></div></div>')).toBe(false)
})
