import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { addPost } from '#server/testing/posts.ts'
import { openTestShop } from '#server/testing/test-shop.ts'
import { callApi } from '#server/testing/users.ts'
import { findBlogPage, listTeasers } from './blog-queries.server.ts'
import { renderStalePosts } from './post-texts.server.ts'

test('the list contains all posts, newest first', async () => {
  const { app, db } = await openTestShop()
  expect((await callApi(app, 'GET', '/blogs')).body).toEqual([])
  await addPost(db, { publishedOn: '2026-01-02' })
  await addPost(db, { publishedOn: '2026-03-01' })
  await addPost(db, { publishedOn: '2025-12-31' })
  const { status, body } = await callApi(app, 'GET', '/blogs')
  expect(status).toBe(200)
  expect(body.map((post: { publishedOn: string }) => post.publishedOn)).toEqual([
    '2026-03-01',
    '2026-01-02',
    '2025-12-31',
  ])
})

test('the list has pages of 100 posts, and shows a change at once', async () => {
  const { app, db } = await openTestShop()
  const ids = []
  for (let day = 0; day < 101; day++) {
    const publishedOn = new Date(Date.UTC(2026, 0, 1 + day)).toISOString().slice(0, 10)
    ids.push(await addPost(db, { publishedOn }))
  }
  const titles = async (page: number) =>
    (await callApi(app, 'GET', `/blogs?page=${page}&x=1`)).body.map((post: { title: string }) => post.title)
  expect([await titles(0), await titles(1), await titles(2)].map(({ length }) => length)).toEqual([100, 1, 0])
  const change = { title: 'Changed', version: 2 }
  await db
    .updateTable('blogPost')
    .set(change)
    .where('id', '=', ids[50] as string)
    .execute()
  expect(await titles(0)).toContain('Changed')
})

test('a post that an earlier release has saved is rendered, and then read without its text', async () => {
  const { db } = await openTestShop()
  const id = await addPost(db, { body: '**Old** text' })
  const shown = async () => [
    (await listTeasers(db, { size: 9, page: 0 }))[0]?.body,
    (await findBlogPage(db, id))?.html,
  ]
  const save = (changes: object) => db.updateTable('blogPost').set(changes).execute()
  expect(await shown()).toEqual(['Old text', '<p><strong>Old</strong> text</p>'])
  await renderStalePosts(db)
  await save({ body: 'not read' })
  expect(await shown()).toEqual(['Old text', '<p><strong>Old</strong> text</p>'])
  await save({ body: 'New', version: 2 })
  expect(await shown()).toEqual(['New', '<p>New</p>'])
})

test('a post is returned in full, with HTML as plain text', async () => {
  const { app, db } = await openTestShop()
  const html = '## <b>Bold</b>\n\n<script>alert(1)</script>'
  const id = await addPost(db, { publishedOn: '2026-01-02', body: html })
  const { status, body } = await callApi(app, 'GET', `/blogs/${id}`)
  expect(status).toBe(200)
  expect(body).toEqual({
    _id: id,
    title: 'Of 2026-01-02',
    body: html,
    author: 'Marta Lindqvist',
    authorRole: 'Forge master',
    imgURL: '/media/0123456789abcdef0123456789abcdef.webp',
    publishedOn: '2026-01-02',
  })
})

test.each([uuidv7(), 'no-uuid', '%00'])('the post %s does not exist', async (id) => {
  const { app } = await openTestShop()
  const { status, body } = await callApi(app, 'GET', `/blogs/${id}`)
  expect(status).toBe(404)
  expect(body).toEqual({ code: 'no-such-post', message: 'There is no such post.' })
})
