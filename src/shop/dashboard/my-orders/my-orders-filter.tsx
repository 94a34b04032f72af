import { type FormEvent, useId } from 'react'
import { Form, useNavigate } from 'react-router'
import {
  OWN_ORDER_SEARCH,
  type OwnOrdersQuery,
  ownOrdersPath,
  readOwnOrdersQuery,
} from '#shop/orders/history/own-orders.ts'
import { Button } from '#ui/button.tsx'
import { InsetField } from '#ui/forms/inset-field.tsx'

/** Searches a buyer's orders by words and days; the URL has the search. */
export function MyOrdersFilter({ wanted }: { wanted: OwnOrdersQuery }) {
  const { tab, search, since, until } = wanted
  const navigate = useNavigate()
  const id = useId()
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const fields = new FormData(event.currentTarget)
    const query = new URLSearchParams([...fields].map(([name, value]) => [name, String(value)]))
    // Leaves out the fields that are empty.
    void navigate(ownOrdersPath({ ...readOwnOrdersQuery(query), tab }))
  }
  return (
    <Form className="search-form my-orders-filter" role="search" onSubmit={submit}>
      <InsetField label={OWN_ORDER_SEARCH} id={`${id}-search`}>
        <input
          key={search}
          id={`${id}-search`}
          type="search"
          name="search"
          className="field-input"
          defaultValue={search}
          maxLength={254}
        />
      </InsetField>
      <InsetField label="Ordered from" id={`${id}-since`}>
        <input
          key={since}
          id={`${id}-since`}
          type="date"
          name="since"
          className="field-input"
          defaultValue={since}
        />
      </InsetField>
      <InsetField label="to" id={`${id}-until`}>
        <input
          key={until}
          id={`${id}-until`}
          type="date"
          name="until"
          className="field-input"
          defaultValue={until}
        />
      </InsetField>
      <Button type="submit" variant="quiet">
        Search
      </Button>
    </Form>
  )
}
