import { useState } from 'react'
import { fieldErrors } from '#platform/http/api/field-errors.ts'
import { RestRefusal, refusalText } from '#platform/http/api/rest-client.ts'
import type { Category } from '#shop/catalogue/categories/category.ts'
import { specificationChanges } from '#shop/catalogue/categories/category-forms.ts'
import { adminCatalogueApi } from '#shop/product-admin/manage-products-client.ts'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { FormFrame } from '#ui/forms/form-frame.tsx'
import { showToast } from '#ui/toast.ts'
import { UnsavedGuard } from '#web/drafts/unsaved-guard.tsx'
import { useDraftState } from '#web/drafts/use-draft.ts'
import { draftsOf, moved, type SpecificationDraft, writtenOf } from './specification-drafts.ts'
import { SpecificationFieldset } from './specification-fieldset.tsx'

type Edited = { stored: Category; drafts: SpecificationDraft[] }

/** Reads the edited specifications with the category as it was loaded, so that a save detects conflicts. */
function readEdited(stored: unknown): Edited | undefined {
  return Array.isArray(Object(stored).drafts) ? (stored as Edited) : undefined
}

/** Edits the specifications of a category, and says first how many products would lose values. */
export function SpecificationsForm({ category }: { category: Category }) {
  const [edited, setEdited, settle] = useDraftState(
    'specifications',
    () => ({ stored: category, drafts: draftsOf(category) }),
    readEdited,
  )
  const { stored, drafts } = edited
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [isBusy, setBusy] = useState(false)
  const [losing, setLosing] = useState<{ products: number; message: string } | null>(null)
  const isEdited = JSON.stringify(drafts) !== JSON.stringify(draftsOf(stored))

  const save = async (agreed: number) => {
    const changes = {
      specifications: drafts.map(writtenOf),
      seen: stored.specifications.map(({ key }) => key),
      losing: agreed,
    }
    const checked = specificationChanges.safeParse(changes)
    if (!checked.success) return setErrors(fieldErrors(checked.error))
    setBusy(true)
    try {
      const saved = await adminCatalogueApi.categories[':slug'].specifications.$put({
        param: { slug: category.slug },
        json: changes,
      })
      settle({ stored: saved, drafts: draftsOf(saved) })
      setErrors({})
      setLosing(null)
      await showToast('success', 'The specifications were saved')
    } catch (error) {
      const refused = error instanceof RestRefusal ? error : null
      const fields = refused?.fields ?? {}
      const isLosing = refused?.code === 'loses-values'
      setLosing(isLosing ? { products: Number(fields.losing), message: refusalText(error) } : null)
      if (isLosing) return
      setErrors(Object.keys(fields).length > 0 ? fields : { all: refusalText(error) })
    } finally {
      setBusy(false)
    }
  }
  const change = (next: SpecificationDraft[]) => {
    setEdited({ stored, drafts: next })
    setErrors({})
  }
  const add = () => {
    const id = crypto.randomUUID()
    change([...drafts, { id, name: '', kind: 'number', unit: '', choices: '' }])
  }
  return (
    <section aria-labelledby="specifications">
      <h2 id="specifications">Specifications</h2>
      <FormFrame
        onSubmit={() => save(0)}
        busy={isBusy}
        error={errors.all ?? errors.specifications}
        button="Save specifications"
      >
        <UnsavedGuard isUnsaved={isEdited && !isBusy} />
        {drafts.length === 0 && <p>Products of this category have no specifications yet.</p>}
        {drafts.map((draft, index) => (
          <SpecificationFieldset
            key={draft.id}
            draft={draft}
            index={index}
            count={drafts.length}
            errorOf={(field) => errors[`specifications.${index}.${field}`]}
            onChange={(changed) => change(drafts.with(index, { ...draft, ...changed }))}
            onMove={(by) => change(moved(drafts, index, by))}
            onRemove={() => change(drafts.toSpliced(index, 1))}
          />
        ))}
        <div>
          <Button variant="quiet" onClick={add}>
            Add a specification
          </Button>
        </div>
      </FormFrame>
      {losing && (
        <ConfirmDialog
          title="Remove values from products?"
          action="Save and remove"
          busy={isBusy}
          onConfirm={() => save(losing.products)}
          onCancel={() => setLosing(null)}
        >
          <p>{losing.message} This cannot be undone.</p>
        </ConfirmDialog>
      )}
    </section>
  )
}
