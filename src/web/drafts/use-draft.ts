import { useCallback, useEffect, useState } from 'react'
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import { useLocation, useRouteLoaderData } from 'react-router'
import { type Draft, draftOf, draftText, isLogin, readDraft, takeDraft, typedValues } from './draft.ts'

/**
 * Stores a form's input until it is sent, so that a login in between loses nothing: call the
 * returned function after sending. Leaving for another page drops the draft. A page with several
 * forms names them.
 */
export function useDraft<Values extends FieldValues, Context, Sent>(
  { subscribe, setValue }: Pick<UseFormReturn<Values, Context, Sent>, 'subscribe' | 'setValue'>,
  form = '',
): () => void {
  const { draft, pathname, userId } = useDraftPlace(form)

  useEffect(() => {
    const visitors = draftOf(pathname, null, form)
    const fromVisitor = userId === null ? {} : takeDraft(visitors)
    const typed: Draft = { ...fromVisitor, ...readDraft(draft.read()) }
    const stop = subscribe({
      formState: { values: true },
      callback: ({ values, defaultValues }) => {
        const text = draftText(typedValues(values, defaultValues ?? {}))
        if (text === null) draft.clear()
        else draft.write(text)
      },
    })
    fillForm({ setValue }, typed)
    return stop
  }, [draft, pathname, userId, form, subscribe, setValue])

  return useCallback(() => draft.clear(), [draft])
}

/** Puts values into a form, as if they were typed. */
export function fillForm<Values extends FieldValues, Context, Sent>(
  { setValue }: Pick<UseFormReturn<Values, Context, Sent>, 'setValue'>,
  values: object,
) {
  for (const [field, value] of Object.entries(values))
    setValue(field as Path<Values>, value, { shouldDirty: true })
}

/**
 * Like `useState`, for input outside of react-hook-form, with a draft as `useDraft` keeps it. `read`
 * returns a stored value, or undefined when it is not one; it must be the same function on each
 * render.
 */
export function useDraftState<Value>(
  form: string,
  first: Value | (() => Value),
  read: (stored: unknown) => Value | undefined,
): [value: Value, change: (value: Value) => void, settle: (value: Value) => void] {
  const { draft, pathname, userId } = useDraftPlace(form)
  const [value, setValue] = useState(first)

  // After hydration, because the server has no drafts.
  useEffect(() => {
    const visitors = userId === null ? null : draftOf(pathname, null, form)
    const stored = read(parsed(draft.read())) ?? read(parsed(visitors?.read() ?? null))
    visitors?.clear()
    if (stored !== undefined) setValue(stored)
  }, [draft, pathname, userId, form, read])

  const change = useCallback(
    (value: Value) => {
      draft.write(JSON.stringify(value))
      setValue(value)
    },
    [draft],
  )
  const settle = useCallback(
    (value: Value) => {
      draft.clear()
      setValue(value)
    },
    [draft],
  )
  return [value, change, settle]
}

/** For `useDraftState`: a stored text. */
export function readText(stored: unknown): string | undefined {
  return typeof stored === 'string' ? stored : undefined
}

type RootData = { currentUser: { uid: string } | null }

/** Where a form's draft is stored; leaving the page, except for the login, clears it. */
function useDraftPlace(form: string) {
  const { pathname } = useLocation()
  const userId = useRouteLoaderData<RootData>('root')?.currentUser?.uid ?? null
  // Fixed when the form opens, so that it survives the end of the user's session.
  const [draft] = useState(() => draftOf(pathname, userId, form))
  useEffect(
    () => () => {
      const { pathname: next } = window.location
      if (next !== pathname && !isLogin(next)) draft.clear()
    },
    [draft, pathname],
  )
  return { draft, pathname, userId }
}

function parsed(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null')
  } catch {
    return null
  }
}
