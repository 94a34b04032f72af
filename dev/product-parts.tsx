import { useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import type { Product } from '#shop/catalogue/product.ts'
import { UnitSwitch } from '#shop/catalogue/specifications/unit-switch.tsx'
import { ProductTable } from '#shop/screens/catalogue/table/product-table.tsx'
import { ViewSwitch } from '#shop/screens/catalogue/table/view-switch.tsx'
import { FilterChips } from '#shop/search/filters/filter-chips.tsx'
import { everything } from '#shop/search/query/search-query.ts'
import type { TableSection } from '#shop/search/table/table-sections.ts'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { Drawer, drawerTriggerProps } from '#ui/drawer.tsx'
import icon from '#ui/favicon.svg?inline'
import { Form } from '#ui/forms/form.tsx'
import { TextField } from '#ui/forms/text-field.tsx'

const jawWidth = {
  key: 'jaw-width',
  name: 'Jaw width',
  kind: 'number',
  unit: 'mm',
  choices: null,
} as const

const section: TableSection = {
  category: 'wrenches',
  name: 'Wrenches',
  specifications: [jawWidth],
  varied: [jawWidth.key],
}

const products = [10, 13, 17].map(
  (width): Product => ({
    _id: `00000000-0000-4000-8000-0000000000${width}`,
    sku: `FW-10${width}`,
    name: `Combination Wrench ${width} mm`,
    description: '',
    quantity: 4_800,
    minQuantity: 25,
    perPrice: 7.9,
    prices: [{ minQuantity: 25, perPrice: 7.9 }],
    imgURL: icon,
    category: section.category,
    specifications: { [jawWidth.key]: width },
    family: 'Combination Wrench',
    size: `${width} mm`,
    version: 1,
  }),
)

/** The product table and what stands above it. */
export function ProductTableSample({ path }: { path: string }) {
  const filters = ['Wrenches', 'In stock'].map((text) => ({ text, without: everything }))
  return (
    <>
      <div className="results-head row">
        <div className="results-controls row">
          <UnitSwitch />
          <ViewSwitch cards={path} table={path} isTable />
        </div>
      </div>
      <FilterChips filters={filters} pathOf={() => path} clearPath={path} />
      <ProductTable caption="Wrenches" products={products} sections={[section]} />
    </>
  )
}

/** What opens over the page. */
export function OverlaySamples() {
  const drawer = useRef<HTMLDialogElement>(null)
  const [isAsking, setAsking] = useState(false)
  const close = () => setAsking(false)
  return (
    <div className="button-row">
      <Button variant="quiet" onClick={() => setAsking(true)}>
        Dialog
      </Button>
      <Button variant="quiet" {...drawerTriggerProps('sample-drawer', drawer)}>
        Drawer
      </Button>
      {isAsking && (
        <ConfirmDialog
          title="Delete this order?"
          action="Delete"
          busy={false}
          onConfirm={close}
          onCancel={close}
        >
          It cannot be restored.
        </ConfirmDialog>
      )}
      <Drawer id="sample-drawer" title="Drawer" dialog={drawer}>
        What it contains
      </Drawer>
    </div>
  )
}

/** A form whose save bar shows that it has changes. */
export function SaveBarSample() {
  const { control, handleSubmit } = useForm({ defaultValues: { name: 'Changed' } })
  return (
    <Form
      control={control}
      onSubmit={handleSubmit(() => {})}
      button="Save"
      unsaved={{ hasChanges: true, onDiscard: () => {} }}
    >
      <TextField control={control} name="name" label="Name" />
    </Form>
  )
}
