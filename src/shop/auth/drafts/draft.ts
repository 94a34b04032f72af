import { storageEntry } from '#platform/browser-storage.ts'

/** What somebody typed and did not send: values by the names of their fields. */
export type Draft = Record<string, string | number>

type DraftPlace = ReturnType<typeof storageEntry>

const SECRET = /password|card|cvc|secret|token/i

/**
 * Where the draft of the form on this path is kept: in this tab, for this user. A visitor's draft,
 * whose user is null, also follows whoever logs in next.
 */
export function draftOf(path: string, userId: string | null): DraftPlace {
  return storageEntry('sessionStorage', `draft ${userId ?? 'visitor'} ${path}`)
}

/** A draft as text; null when nothing in it is worth keeping. Secrets are never kept. */
export function draftText(values: Record<string, unknown>): string | null {
  const kept = Object.entries(values).filter(
    ([field, value]) => !SECRET.test(field) && isTyped(value),
  )
  return kept.length === 0 ? null : JSON.stringify(Object.fromEntries(kept))
}

/** Reads a draft back. What is no draft, such as text that another program left there, is empty. */
export function readDraft(text: string | null): Draft {
  try {
    const values: unknown = JSON.parse(text ?? '{}')
    if (typeof values !== 'object' || values === null) return {}
    const typed = Object.entries(values).filter(([, value]) => isTyped(value))
    return Object.fromEntries(typed) as Draft
  } catch {
    return {}
  }
}

/** Reads a draft and removes it. */
export function takeDraft(place: DraftPlace): Draft {
  const draft = readDraft(place.read())
  place.clear()
  return draft
}

/** What differs from the values that a form itself filled in, such as the name of its user. */
export function typedValues(values: object, firstValues: object): Record<string, unknown> {
  const first: Record<string, unknown> = { ...firstValues }
  return Object.fromEntries(
    Object.entries(values).filter(([field, value]) => value !== (first[field] ?? '')),
  )
}

function isTyped(value: unknown): value is string | number {
  return typeof value === 'string' || (typeof value === 'number' && Number.isFinite(value))
}
