import { type KeyboardEvent, useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { familyPath } from '#shop/catalogue/families/family-path.ts'
import type { Product } from '#shop/catalogue/product.ts'
import type { FamilySize } from '#shop/catalogue/product-list.server.ts'
import { productPath } from '#shop/catalogue/product-path.ts'
import { useHydrated } from '#ui/use-hydrated.ts'

/** The sizes of a product's family, each a link to its page. Together they are one tab stop with arrow keys. */
export function FamilySizes({ product, sizes }: { product: Product; sizes: FamilySize[] }) {
  const list = useRef<HTMLUListElement>(null)
  const hasKeys = useHydrated()
  useEffect(() => {
    const current = list.current?.querySelector<HTMLElement>('[aria-current]')
    if (list.current && current) list.current.scrollLeft = current.offsetLeft - list.current.clientWidth / 2
  })
  const [first] = sizes
  if (!first || sizes.length < 2) return null
  // A unit that all share is read to screen readers only.
  const units = new Set(sizes.map(({ size }) => / [a-z]+$/.exec(size)?.[0] ?? ''))
  const unit = units.size === 1 ? [...units].join('') : ''
  return (
    <nav className="mb-16" aria-label={`Sizes of ${product.family}`}>
      <ul ref={list} className="family-sizes mb-8 text-13 tabular flex" onKeyDown={moveFocus}>
        {sizes.map(({ id, name, size }) => (
          <li key={id}>
            <Link
              to={productPath({ _id: id, name })}
              className="choice hover-line relative block rounded"
              aria-current={id === product._id ? 'page' : undefined}
              tabIndex={hasKeys && id !== product._id ? -1 : undefined}
              discover="none"
              prefetch="intent"
              preventScrollReset
            >
              {size.slice(0, size.length - unit.length)}
              <span className="visually-hidden">{unit}</span>
            </Link>
          </li>
        ))}
      </ul>
      <Link to={familyPath(first)} className="text-14" prefetch="intent">
        All {sizes.length} sizes of {product.family}
      </Link>
    </nav>
  )
}

function moveFocus(event: KeyboardEvent<HTMLUListElement>) {
  const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key]
  if (step === undefined) return
  event.preventDefault()
  const links = [...event.currentTarget.querySelectorAll('a')]
  const at = links.indexOf(document.activeElement as HTMLAnchorElement)
  links[(at + step + links.length) % links.length]?.focus()
}
