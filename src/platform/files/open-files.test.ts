import { expect, test } from 'vitest'
import { bucketAt } from './open-files.server.ts'

test.each([
  [
    'https://s3.eu-central-1.amazonaws.com/tools',
    { bucket: 'tools', endpoint: 'https://s3.eu-central-1.amazonaws.com', region: 'eu-central-1' },
  ],
  [
    'http://127.0.0.1:9000/tools/?region=home',
    { bucket: 'tools', endpoint: 'http://127.0.0.1:9000', region: 'home' },
  ],
])('%s names its bucket in the path', (url, where) => {
  expect(bucketAt(url)).toEqual({ ...where, pathStyle: true })
})

test('a URL without a path names its bucket in the host name', () => {
  expect(bucketAt('https://tools.s3.amazonaws.com')).toEqual({
    bucket: 'tools',
    endpoint: 'https://s3.amazonaws.com',
    region: 'us-east-1',
    pathStyle: false,
  })
})
