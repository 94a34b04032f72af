import { href } from 'react-router'
import { storageEntry } from '#platform/browser-storage.ts'

/** Unsent form input: values by field name. */
export type Draft = Record<string, string | number>

type DraftPlace = ReturnType<typeof storageEntry>

const SECRET = /password|card|cvc|secret|token/i

/**
 * Returns the storage key of a form's draft: per tab, path and user. The draft of a visitor
 * (`userId` null) passes to the user who logs in next. `form` is the name of one of several forms.
 */
export function draftOf(path: string, userId: string | null, form: string): DraftPlace {
  return storageEntry('sessionStorage', `draft ${userId ?? 'visitor'} ${path} ${form}`.trimEnd())
}

const LOGIN_PATHS = [href('/login'), href('/register')]

/** Whether a path leads to the login, for which forms keep a draft of their input. */
export function isLogin(pathname: string): boolean {
  return LOGIN_PATHS.includes(pathname)
}

/** Serializes a draft; null when there is nothing to save. Secrets are never stored. */
export function draftText(values: Record<string, unknown>): string | null {
  const entries = Object.entries(values).filter(([field, value]) => !SECRET.test(field) && isTyped(value))
  return entries.length === 0 ? null : JSON.stringify(Object.fromEntries(entries))
}

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

export function takeDraft(place: DraftPlace): Draft {
  const draft = readDraft(place.read())
  place.clear()
  return draft
}

/**
 * Returns the values that differ from the form's defaults, such as the user's name, by the names of their
 * fields: `projects.0.title` within lists.
 */
export function typedValues(values: object, firstValues: object): Record<string, unknown> {
  const first: Record<string, unknown> = { ...firstValues }
  const entries = Object.entries(values).flatMap(([field, value]): [string, unknown][] => {
    if (typeof value !== 'object' || value === null)
      return value === (first[field] ?? '') ? [] : [[field, value]]
    const inner = Object.entries(typedValues(value, Object(first[field])))
    return inner.map(([name, value]) => [`${field}.${name}`, value])
  })
  return Object.fromEntries(entries)
}

function isTyped(value: unknown): value is string | number {
  return typeof value === 'string' || (typeof value === 'number' && Number.isFinite(value))
}
