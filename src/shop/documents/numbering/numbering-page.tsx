import { zodResolver } from '@hookform/resolvers/zod'
import { Fragment, useRef } from 'react'
import { useForm } from 'react-hook-form'
import { apiClient } from '#shop/auth/access/authorized-fetch.ts'
import { adminLoader } from '#shop/auth/access/require-admin.ts'
import { Form } from '#ui/forms/form.tsx'
import { NumberField } from '#ui/forms/number-field.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import { showToast } from '#ui/toast.ts'
import { UnsavedGuard } from '#web/drafts/unsaved-guard.tsx'
import { showRefusal } from '#web/form-refusal.ts'
import { loading } from '#web/loading.tsx'
import { pageError } from '#web/page-error.tsx'
import { PageHead } from '#web/page-head.tsx'
import type { Route } from './+types/numbering-page'
import type { createNumberingApi, NumberingJson } from './numbering-api.server.ts'
import { numberingForm, seriesNames } from './numbering-form.ts'

const api = apiClient<typeof createNumberingApi>()

type Series = keyof typeof seriesNames
const series = Object.keys(seriesNames) as Series[]

export const clientLoader = adminLoader((_: Route.ClientLoaderArgs) => api.numbering.$get())

// Revalidation would reset the form's input.
export const shouldRevalidate = () => false

export const HydrateFallback = loading('the numbers', 'Numbers')

/** What the numbers of orders and documents begin with, and where they go on. */
export default function NumberingPage({ loaderData: numbering }: Route.ComponentProps) {
  return (
    <>
      <PageHead title="Numbers" />
      <h1 className="page-title">Numbers</h1>
      <p>Numbers that were given stay as they are. Shipments and returns follow their order.</p>
      <NumberingEditor numbering={numbering} />
    </>
  )
}

function NumberingEditor({ numbering }: { numbering: NumberingJson }) {
  const seen = useRef(numbering)
  const form = useForm({
    resolver: zodResolver(numberingForm),
    defaultValues: numberingForm.parse(numbering),
  })
  const { control, formState, handleSubmit, reset, setError } = form
  const { isDirty, isSubmitting } = formState
  const save = handleSubmit(async (values) => {
    const json = { ...values, version: seen.current.version }
    try {
      seen.current = await api.numbering.$put({ json })
    } catch (error) {
      return showRefusal(error, setError, (name) => name)
    }
    reset(numberingForm.parse(seen.current))
    await showToast('success', 'Numbers saved')
  })
  const year = new Date().getUTCFullYear()
  const hintOf = (series: Series) => {
    if (series === 'orders') return 'It can only be raised.'
    return seen.current.begun.includes(series)
      ? `They go on without gaps, because ${year} already has some.`
      : `They go on without gaps from here. It can be set until the first of ${year}.`
  }
  return (
    <Form
      control={control}
      onSubmit={save}
      button="Save numbers"
      unsaved={{ hasChanges: isDirty, onDiscard: () => reset() }}
    >
      <UnsavedGuard isUnsaved={isDirty && !isSubmitting} />
      {series.map((of) => (
        <Fragment key={of}>
          <TextField
            control={control}
            name={`${of}.prefix`}
            label={`Prefix of ${seriesNames[of]}`}
            hint={
              of === 'orders'
                ? 'Up to eight letters and digits, such as ACME-.'
                : `The year and the number follow, as in ${numbering[of].prefix}${year}-00001.`
            }
            autoComplete="off"
          />
          <NumberField
            control={control}
            name={`${of}.next`}
            label={`Next ${seriesNames[of].slice(0, -1)}`}
            hint={hintOf(of)}
          />
        </Fragment>
      ))}
    </Form>
  )
}

export const ErrorBoundary = pageError('Numbers', 'The numbers')
