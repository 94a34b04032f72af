import styles from './styles.css?url'

/** The style sheet of product, category and comparison pages, which no other page loads. */
export function ProductPagesStyles() {
  return <link rel="stylesheet" href={styles} precedence="default" />
}
