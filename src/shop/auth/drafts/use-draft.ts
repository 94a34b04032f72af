import { useCallback, useEffect, useState } from 'react'
import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form'
import { href, useLocation } from 'react-router'
import { useCurrentUser } from '#shop/auth/access/use-current-user.ts'
import { type Draft, draftOf, draftText, readDraft, takeDraft, typedValues } from './draft.ts'

// A form that makes room for the login, or for a fresh one on the same page, is not left.
const WAYS_TO_LOG_IN = [href('/login'), href('/register')]

/**
 * Keeps what is typed into a form until it is sent, so that a login in between loses nothing: call
 * the returned function once it is sent. Whoever goes elsewhere in the shop drops the draft.
 */
export function useDraft<Values extends FieldValues, Context, Sent>({
  subscribe,
  setValue,
}: Pick<UseFormReturn<Values, Context, Sent>, 'subscribe' | 'setValue'>): () => void {
  const { pathname } = useLocation()
  const userId = useCurrentUser()?.uid ?? null
  // Whose it is was settled when the form opened: it outlives the end of that user's session.
  const [draft] = useState(() => draftOf(pathname, userId))

  useEffect(() => {
    const fromVisitor = userId === null ? {} : takeDraft(draftOf(pathname, null))
    const typed: Draft = { ...fromVisitor, ...readDraft(draft.read()) }
    const stop = subscribe({
      formState: { values: true },
      callback: ({ values, defaultValues }) => {
        const text = draftText(typedValues(values, defaultValues ?? {}))
        if (text === null) draft.clear()
        else draft.write(text)
      },
    })
    for (const [field, value] of Object.entries(typed)) {
      const restored = value as PathValue<Values, Path<Values>>
      setValue(field as Path<Values>, restored, { shouldDirty: true })
    }
    return () => {
      stop()
      const { pathname: next } = window.location
      if (next !== pathname && !WAYS_TO_LOG_IN.includes(next)) draft.clear()
    }
  }, [draft, pathname, userId, subscribe, setValue])

  return useCallback(() => draft.clear(), [draft])
}
