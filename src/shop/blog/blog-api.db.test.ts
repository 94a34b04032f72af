import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { addPost } from '#server/testing/posts.ts'
import { openTestShop } from '#server/testing/test-shop.ts'
import { callApi } from '#server/testing/users.ts'

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
