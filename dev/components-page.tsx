import type { ReactNode } from 'react'
import { useForm } from 'react-hook-form'
import { Link } from 'react-router'
import styles from '#shop/dashboard/styles.css?url'
import { OrderStatusBadge } from '#shop/orders/order-status-badge.tsx'
import { Button, buttonVariant } from '#ui/button.tsx'
import { Form } from '#ui/forms/form.tsx'
import { InsetField } from '#ui/forms/inset-field.tsx'
import { NumberField } from '#ui/forms/number-field.tsx'
import { PriceField } from '#ui/forms/price-field.tsx'
import { ReadOnlyField } from '#ui/forms/read-only-field.tsx'
import { SelectField } from '#ui/forms/select-field.tsx'
import { TextAreaField } from '#ui/forms/text-area-field.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import { ResponsiveTable } from '#ui/lists/responsive-table.tsx'
import { PopoverButton } from '#ui/popover-button.tsx'
import { Stars } from '#ui/stars.tsx'
import { CursorPager } from '#web/lists/cursor-pager.tsx'
import { Pager } from '#web/lists/pager.tsx'
import { PageHead } from '#web/page-head.tsx'
import { OverlaySamples, ProductTableSample, SaveBarSample } from './product-parts.tsx'

const HERE = '/dev/components'
const variants = Object.keys(buttonVariant) as (keyof typeof buttonVariant)[]
const statuses = ['unpaid', 'cancelling', 'part-paid', 'paid', 'cancelled'] as const

/** Every component once, to compare their looks in development; no build has this page. */
export default function ComponentsPage() {
  return (
    <section className="page dashboard-content">
      <link rel="stylesheet" href={styles} precedence="default" />
      <PageHead title="Components" />
      <h1 className="page-title">Components</h1>
      <Part title="Buttons">
        {variants.map((variant) => (
          <p key={variant} className="button-row">
            <Button variant={variant}>{variant}</Button>
            <Link to={HERE} className={buttonVariant[variant]}>
              {variant} link
            </Link>
            <Button variant={variant} disabled>
              disabled
            </Button>
            <Button variant={variant} busy>
              busy
            </Button>
          </p>
        ))}
        <div className="button-row">
          <PopoverButton text="Popover" label="A panel">
            What it contains
          </PopoverButton>
        </div>
      </Part>
      <Part title="Links and headings">
        <p>
          A <a href={HERE}>reference in text</a>, and{' '}
          <Link to={HERE} className="text-link">
            one by itself
          </Link>
          .
        </p>
        <h2 className="section-title">Section title</h2>
      </Part>
      <Part title="Choices">
        <p className="button-row">
          <label>
            <input type="checkbox" /> Checkbox
          </label>
          <label>
            <input type="checkbox" defaultChecked /> Checked
          </label>
          <label>
            <input type="checkbox" disabled /> Disabled
          </label>
          <label>
            <input type="radio" name="radio" defaultChecked /> Radio
          </label>
        </p>
      </Part>
      <Part title="Fields">
        <Fields />
        <InsetField label="Inset label" id="inset">
          <input id="inset" className="field-input" defaultValue="Inset" />
        </InsetField>
      </Part>
      <Part title="Badges">
        <p className="button-row">
          {statuses.map((status) => (
            <OrderStatusBadge key={status} status={status} />
          ))}
          <Stars rating={4} />
        </p>
      </Part>
      <Part title="Table">
        <ResponsiveTable columns={['Order', 'Status', { name: 'Total', className: 'col-number' }]}>
          {statuses.map((status) => (
            <tr key={status}>
              <th scope="row">
                <Link to={HERE}>FW-10428</Link>
              </th>
              <td data-label="Status">
                <OrderStatusBadge status={status} />
              </td>
              <td data-label="Total" className="col-number">
                $1,234.50
              </td>
            </tr>
          ))}
        </ResponsiveTable>
      </Part>
      <Part title="Product table, chips and switches">
        <ProductTableSample path={HERE} />
      </Part>
      <Part title="Dialog and drawer">
        <OverlaySamples />
      </Part>
      <Part title="Save bar">
        <SaveBarSample />
      </Part>
      <Part title="Pagers">
        <Pager page={3} pageCount={30} to={(page) => `${HERE}?page=${page}`} />
        <CursorPager
          before={null}
          after={{ next: HERE, last: HERE }}
          ends={{ first: 'Newest', last: 'Oldest' }}
        />
      </Part>
    </section>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="panel">
      <h2>{title}</h2>
      {children}
    </section>
  )
}

function Fields() {
  const { control, handleSubmit } = useForm({
    defaultValues: { text: '', faulty: 'abc', area: '', choice: '', pieces: 1_000, price: 12.5 },
    errors: { faulty: { type: 'refused', message: 'It has no digit' } },
  })
  return (
    <Form control={control} onSubmit={handleSubmit(() => {})} button="Send">
      <TextField control={control} name="text" label="Text" hint="A hint" />
      <TextField control={control} name="faulty" label="Faulty" />
      <ReadOnlyField label="Read-only" type="text" value="Fixed" />
      <NumberField control={control} name="pieces" label="Pieces" />
      <PriceField control={control} name="price" label="Price" />
      <SelectField control={control} name="choice" label="Choice">
        <option>One</option>
        <option>Two</option>
      </SelectField>
      <TextAreaField control={control} name="area" label="Text area" rows={2} />
    </Form>
  )
}
