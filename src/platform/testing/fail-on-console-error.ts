import { afterEach, beforeEach, vi } from 'vitest'

// A call of console.error fails the test.
beforeEach(() => {
  vi.spyOn(console, 'error')
})

afterEach(() => {
  const { calls } = vi.mocked(console.error).mock
  vi.mocked(console.error).mockRestore()
  if (calls.length > 0) throw new Error(`console.error was called: ${calls[0]?.join(' ')}`)
})
