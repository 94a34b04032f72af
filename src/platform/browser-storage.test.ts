import { afterEach, expect, test, vi } from 'vitest'
import { storageEntry } from './browser-storage.ts'

afterEach(() => vi.unstubAllGlobals())

test('values are written to and read from the browser’s storage', () => {
  const storage = new Map<string, string>()
  vi.stubGlobal('localStorage', fakeStorage(storage))
  const token = storageEntry('localStorage', 'accessToken')
  token.write('a token')
  expect(storage.get('accessToken')).toBe('a token')
  // Another tab renews it.
  storage.set('accessToken', 'a newer token')
  expect(token.read()).toBe('a newer token')
  token.clear()
  expect(storage.size).toBe(0)
  expect(token.read()).toBeNull()
})

test('blocked storage falls back to memory', () => {
  vi.stubGlobal('localStorage', null)
  Object.defineProperty(globalThis, 'localStorage', {
    configurable: true,
    get: () => {
      throw new DOMException('Access is denied', 'SecurityError')
    },
  })
  const token = storageEntry('localStorage', 'blocked')
  expect(token.read()).toBeNull()
  token.write('a token')
  expect(storageEntry('localStorage', 'blocked').read()).toBe('a token')
  token.clear()
  expect(token.read()).toBeNull()
})

test('full storage falls back to memory until there is space', () => {
  const storage = new Map<string, string>()
  const setItem = vi.fn(() => {
    throw new DOMException('Full', 'QuotaExceededError')
  })
  const full = { ...fakeStorage(storage), setItem }
  vi.stubGlobal('sessionStorage', full)
  const draft = storageEntry('sessionStorage', 'draft')
  draft.write('one')
  expect(draft.read()).toBe('one')
  vi.stubGlobal('sessionStorage', fakeStorage(storage))
  draft.write('two')
  expect(storage.get('draft')).toBe('two')
  expect(draft.read()).toBe('two')
})

function fakeStorage(values: Map<string, string>) {
  return {
    getItem: (name: string) => values.get(name) ?? null,
    setItem: (name: string, value: string) => void values.set(name, value),
    removeItem: (name: string) => void values.delete(name),
  }
}
