/** Where the shops of released versions are kept, each as VERSION.tar.gz. */
export const RELEASES = import.meta.dirname
/** The backup and the answers in such an archive. */
export const BACKUP = 'backup'
export const ANSWERS = 'answers.json'

/** The settings of these shops. */
export const SETTINGS = { TAX_PERCENT: '8.25' }
