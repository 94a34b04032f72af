type Kind = 'localStorage' | 'sessionStorage'

const inMemory = new Map<string, string>()

/**
 * One entry of the browser's storage. If storage is blocked or full, the value is in this tab's
 * memory until the page reloads.
 */
export function storageEntry(kind: Kind, key: string) {
  const entry = `${kind} ${key}`
  return {
    key,
    read: (): string | null => inMemory.get(entry) ?? attempt(() => globalThis[kind].getItem(key)) ?? null,
    write: (text: string): void => {
      const isStored = attempt(() => {
        globalThis[kind].setItem(key, text)
        return true
      })
      if (isStored) inMemory.delete(entry)
      else inMemory.set(entry, text)
    },
    clear: (): void => {
      inMemory.delete(entry)
      attempt(() => globalThis[kind].removeItem(key))
    },
  }
}

// Even reading a blocked storage throws.
function attempt<Result>(act: () => Result): Result | undefined {
  try {
    return act()
  } catch {
    return undefined
  }
}
