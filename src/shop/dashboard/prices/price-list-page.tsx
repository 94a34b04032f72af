import { href, Link } from 'react-router'
import { adminLoader } from '#shop/auth/access/require-admin.ts'
import { audienceName, pricesApi, stateNames } from '#shop/prices/admin/prices-client.ts'
import type { PriceList } from '#shop/prices/price-list-json.server.ts'
import { fetchCategories } from '#shop/search/catalogue-client.ts'
import { Button } from '#ui/button.tsx'
import { Form } from '#ui/forms/form.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import { showToast } from '#ui/toast.ts'
import { useSentForm } from '#web/form-refusal.ts'
import { loading } from '#web/loading.tsx'
import { pageError } from '#web/page-error.tsx'
import { PageHead } from '#web/page-head.tsx'
import { useReload } from '#web/session-end.ts'
import { useChange } from '#web/use-change.ts'
import type { Route } from './+types/price-list-page'
import { CopyPriceListForm } from './copy-price-list-form.tsx'
import { PriceRowsEditor } from './price-rows-editor.tsx'
import { WhyThisPrice } from './why-this-price.tsx'

export const clientLoader = adminLoader(async ({ params }: Route.ClientLoaderArgs) => {
  const param = { id: params.id }
  const [list, rows, categories] = await Promise.all([
    pricesApi['price-lists'][':id'].$get({ param }),
    pricesApi['price-lists'][':id'].rows.$get({ param }),
    fetchCategories(),
  ])
  return { list, rows, categories }
})
export const HydrateFallback = loading('the price list', 'Price list')

export default function PriceListPage({ loaderData }: Route.ComponentProps) {
  const { list, rows, categories } = loaderData
  const company = 'company' in list.for ? list.for.company : null
  return (
    <article key={list._id}>
      <PageHead title={list.name} />
      <header className="dashboard-head row">
        <h1 className="page-title">{list.name}</h1>
        <span className={`status-badge${list.state === 'draft' ? ' status-badge-warning' : ''}`}>
          {stateNames[list.state]}
        </span>
        {company ? (
          <Link to={href('/dashboard/companies/:id', { id: company._id })}>{company.name}</Link>
        ) : (
          <span>{audienceName(list)}</span>
        )}
        {list.contract && <span>Contract: replaces all other prices of its tools</span>}
        <Link to={href('/dashboard/price-lists')}>All price lists</Link>
      </header>
      {list.overlap && (
        <p className="form-error callout" role="alert">
          The contract “{list.overlap.list}” covers {list.overlap.sku} too. The lower price counts
          until you change one of them.
        </p>
      )}
      {list.state === 'draft' && <PublishPriceList list={list} />}
      <PriceRowsEditor listId={list._id} stored={rows} categories={categories} />
      <PriceListForm list={list} />
      <CopyPriceListForm list={list} rows={rows.rows} />
      <WhyThisPrice company={company} />
    </article>
  )
}

/** Publishes a draft. Until then its prices are nobody's. */
function PublishPriceList({ list }: { list: PriceList }) {
  const { isBusy, change } = useChange()
  const { publish } = pricesApi['price-lists'][':id']
  return (
    <section className="price-section" aria-labelledby="publish-price-list">
      <h2 id="publish-price-list">Draft</h2>
      <p>
        Nobody pays these prices yet. Save them, set the days, then publish the list: it applies{' '}
        {list.validFrom === null ? 'at once' : `from ${list.validFrom} on`}.
        {list.follows && ` “${list.follows}” ends then.`}
      </p>
      <p className="buttons gap-12 mt-12">
        <Button
          busy={isBusy}
          onClick={() => void change(publish.$post({ param: { id: list._id } }))}
        >
          Publish
        </Button>
      </p>
    </section>
  )
}

/** Renames a list and changes its days. A list that was used is ended by its last day. */
function PriceListForm({ list }: { list: PriceList }) {
  const { reload } = useReload()
  const stored = {
    name: list.name,
    validFrom: list.validFrom ?? '',
    validUntil: list.validUntil ?? '',
  }
  const { control, submit } = useSentForm(stored, async ({ name, validFrom, validUntil }) => {
    const json = { name, validFrom: validFrom || null, validUntil: validUntil || null }
    await pricesApi['price-lists'][':id'].$put({ param: { id: list._id }, json })
    await reload()
    await showToast('success', 'Price list saved')
  })
  return (
    <section className="price-section" aria-labelledby="price-list-days">
      <h2 id="price-list-days">Name and dates</h2>
      <Form control={control} onSubmit={submit} button="Save">
        <TextField control={control} name="name" label="Name" maxLength={80} autoComplete="off" />
        <TextField control={control} name="validFrom" label="First day" type="date" />
        <TextField control={control} name="validUntil" label="Last day" type="date" />
      </Form>
    </section>
  )
}

export const ErrorBoundary = pageError('Price list', 'The price list')
