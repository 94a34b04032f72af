import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { href, Link } from 'react-router'
import { refusalText } from '#platform/http/api/rest-client.ts'
import { withQuery } from '#platform/http/query.ts'
import { apiClient } from '#shop/auth/access/authorized-fetch.ts'
import { adminLoader } from '#shop/auth/access/require-admin.ts'
import { Button } from '#ui/button.tsx'
import { Form } from '#ui/forms/form.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import { DataTable } from '#ui/lists/responsive-table.tsx'
import { DeleteButton } from '#ui/lists/row-actions.tsx'
import { showToast } from '#ui/toast.ts'
import { useDraft } from '#web/drafts/use-draft.ts'
import { ListPage } from '#web/lists/list-page.tsx'
import { useDeleteDialog } from '#web/lists/use-delete-dialog.tsx'
import { loading } from '#web/loading.tsx'
import { pageError } from '#web/page-error.tsx'
import { useReload } from '#web/session-end.ts'
import type { Route } from './+types/manage-search-page'
import { synonymForm } from './synonym-form.ts'
import type { Synonym } from './synonym-queries.server.ts'
import type { createSynonymsApi } from './synonyms-api.server.ts'

const api = apiClient<typeof createSynonymsApi>()

type Miss = Route.ComponentProps['loaderData']['misses'][number]

export const clientLoader = adminLoader(async () => {
  const [synonyms, misses] = await Promise.all([api.synonyms.$get(), api.searchMisses.$get()])
  return { synonyms, misses }
})
export const HydrateFallback = loading('the synonyms', 'Synonyms')

/** The words that mean the same in a search, and the searches that found nothing. */
export default function ManageSearchPage({ loaderData }: Route.ComponentProps) {
  const { synonyms, misses } = loaderData
  const list = useDeleteDialog(({ _id: id, terms }: Synonym) => ({
    title: 'Delete these words?',
    action: 'Delete words',
    remove: () => api.synonyms[':id'].$delete({ param: { id } }),
    children: (
      <p>
        A search for one of “{terms.join(', ')}” will no longer find the others. The tools themselves stay.
      </p>
    ),
  }))
  const [edited, edit] = useState<Synonym | null>(null)
  return (
    <>
      <ListPage
        title="Synonyms"
        heading={list.heading}
        count={{ of: 'Synonym sets', is: synonyms.length }}
        filters={<p className="soft">A search for one word finds the others too.</p>}
        actions={<Button onClick={() => edit({ _id: '', terms: [] })}>New words</Button>}
        empty={synonyms.length === 0 && <p>There are no synonyms yet.</p>}
        dialogs={
          <>
            {list.dialog}
            <SynonymForm edited={edited} />
          </>
        }
      >
        <DataTable
          rows={synonyms}
          keyOf={({ _id }) => _id}
          className="wrapped-heads"
          columns={[
            { head: 'Words that mean the same', subject: ({ terms }) => terms.join(', ') },
            {
              actions: (synonym, id) => (
                <>
                  <Button variant="quiet" aria-describedby={id} onClick={() => edit({ ...synonym })}>
                    Edit
                  </Button>
                  <DeleteButton id={id} onClick={() => list.choose(synonym)} />
                </>
              ),
            },
          ]}
        />
      </ListPage>
      <Misses misses={misses} onAdd={(query) => edit({ _id: '', terms: [query, ''] })} />
    </>
  )
}

const noSynonym = { id: '', terms: '' }

function SynonymForm({ edited }: { edited: Synonym | null }) {
  const { reload } = useReload()
  // The form includes the id of the edited set, so that its draft names it.
  const form = useForm({ resolver: zodResolver(synonymForm), defaultValues: noSynonym })
  const { control, handleSubmit, reset, setError, setFocus, setValue, watch } = form
  const dropDraft = useDraft(form)
  useEffect(() => {
    if (!edited) return
    setValue('id', edited._id)
    setValue('terms', edited.terms.join(', '))
    setFocus('terms')
  }, [edited, setValue, setFocus])
  const submit = handleSubmit(async ({ id, terms }) => {
    try {
      const json = { terms }
      if (id === '') await api.synonyms.$post({ json })
      else await api.synonyms[':id'].$put({ param: { id }, json })
    } catch (error) {
      return setError('root', { message: refusalText(error) })
    }
    dropDraft()
    reset(noSynonym)
    await reload()
    await showToast('success', 'Synonyms saved')
  })
  return (
    <Form control={control} onSubmit={submit} button={watch('id') ? 'Save Words' : 'Add Words'}>
      <TextField
        control={control}
        name="terms"
        label="Words that mean the same"
        hint="Separated by commas, such as: wrench, spanner"
        autoComplete="off"
      />
    </Form>
  )
}

type MissesProps = { misses: Miss[]; onAdd: (query: string) => void }

function Misses({ misses, onAdd }: MissesProps) {
  return (
    <section className="part-below border-top grid gap-20" aria-labelledby="search-misses">
      <h2 className="section-title" id="search-misses">
        Searches without a result
      </h2>
      {misses.length === 0 ? (
        <p>Every search of the last 30 days found something.</p>
      ) : (
        <DataTable
          rows={misses}
          keyOf={({ query }) => query}
          className="wrapped-heads"
          columns={[
            {
              head: 'Search',
              subject: ({ query }) => (
                <Link to={withQuery(href('/purchase'), { q: query })} className="text-link">
                  {query}
                </Link>
              ),
            },
            { head: 'Times in 30 days', number: ({ count }) => count },
            { head: 'Last on', cell: ({ lastDay }) => lastDay },
            {
              actions: ({ query }, id) => (
                <Button variant="quiet" aria-describedby={id} onClick={() => onAdd(query)}>
                  Add as synonym …
                </Button>
              ),
            },
          ]}
        />
      )}
    </section>
  )
}

export const ErrorBoundary = pageError('Synonyms', 'The synonyms')
