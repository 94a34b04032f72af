import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { forgetPrefetched, prefetchable, prefetchPage, prefetchSoon } from './prefetch-page.ts'

const load = vi.fn(async (url: URL) => ({ page: url.searchParams.get('page') }))
const open = prefetchable('/list', load)
const at = (path: string) => ({ url: new URL(path, 'http://shop.example') })

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('location', { origin: 'http://shop.example', pathname: '/list', search: '' })
  vi.stubGlobal('navigator', { onLine: true })
  load.mockClear()
})

afterEach(() => {
  forgetPrefetched()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test('a click uses what was fetched before it, once', async () => {
  prefetchPage('/list?page=1')
  expect(await open(at('/list?page=1'))).toEqual({ page: '1' })
  expect(load).toHaveBeenCalledTimes(1)
  await open(at('/list?page=1'))
  expect(load).toHaveBeenCalledTimes(2)
})

test('neither the current page, nor a page that can not, nor the same page twice is fetched', () => {
  prefetchPage('/list')
  prefetchPage('/other')
  prefetchPage('/list?page=1')
  prefetchPage('/list?page=1')
  expect(load).toHaveBeenCalledTimes(1)
})

test('nothing is fetched offline, or by a pointer that only passes over', () => {
  prefetchSoon('/list?page=1')
  vi.advanceTimersByTime(30)
  prefetchSoon(null)
  vi.stubGlobal('navigator', { onLine: false })
  prefetchPage('/list?page=2')
  vi.advanceTimersByTime(1_000)
  expect(load).not.toHaveBeenCalled()
})

test('what is old, forgotten or failed is fetched by the click', async () => {
  prefetchPage('/list?page=1')
  vi.advanceTimersByTime(31_000)
  await open(at('/list?page=1'))
  expect(load).toHaveBeenCalledTimes(2)

  prefetchPage('/list?page=2')
  forgetPrefetched()
  await open(at('/list?page=2'))
  expect(load).toHaveBeenCalledTimes(4)

  load.mockRejectedValueOnce(new TypeError('Failed to fetch'))
  prefetchPage('/list?page=3')
  expect(await open(at('/list?page=3'))).toEqual({ page: '3' })
  expect(load).toHaveBeenCalledTimes(6)
})

test('a quick click ends the wait of the pointer, and its page is fetched once', async () => {
  prefetchSoon('/list?page=1')
  prefetchPage('/list?page=1')
  await open(at('/list?page=1'))
  vi.advanceTimersByTime(1_000)
  expect(load).toHaveBeenCalledTimes(1)
})
