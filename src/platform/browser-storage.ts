type Kind = 'localStorage' | 'sessionStorage'

const inMemory = new Map<string, string>()

/**
 * One entry of the browser's storage. Where the browser blocks storage, or it is full, the value
 * lives in memory instead: until the page is loaded anew, and in this tab alone.
 */
export function storedText(kind: Kind, key: string) {
  const place = `${kind} ${key}`
  return {
    key,
    read: (): string | null =>
      inMemory.get(place) ?? attempt(() => globalThis[kind].getItem(key)) ?? null,
    keep: (text: string): void => {
      const isStored = attempt(() => {
        globalThis[kind].setItem(key, text)
        return true
      })
      if (isStored) inMemory.delete(place)
      else inMemory.set(place, text)
    },
    clear: (): void => {
      inMemory.delete(place)
      attempt(() => globalThis[kind].removeItem(key))
    },
  }
}

// Even to look at a blocked storage throws.
function attempt<Result>(act: () => Result): Result | undefined {
  try {
    return act()
  } catch {
    return undefined
  }
}
