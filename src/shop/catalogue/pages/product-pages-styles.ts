import type { LinkDescriptor } from 'react-router'
import styles from './styles.css?url'

/** The style sheet of product, category and comparison pages, which no other page loads. */
export function productPagesStyles(): LinkDescriptor[] {
  return [{ rel: 'stylesheet', href: styles }]
}
