/** What a rule is about, and so what it can be checked for piece by piece. */
export type InvariantScope = 'product' | 'order' | 'key' | 'all'

export type InvariantStatement = {
  scope: InvariantScope
  /** A query whose rows are violations: invariant, subject, detail. */
  sql: string
}

const STATEMENT = /^-- for each: (?<scope>product|order|key|all)\n(?<body>[\s\S]+?);$/gm

/** The statements of `db/invariants.sql`. Throws when a part of it would be passed over. */
export function readInvariants(file: string): InvariantStatement[] {
  const statements = [...file.matchAll(STATEMENT)].map(({ groups }) => ({
    scope: groups?.scope as InvariantScope,
    sql: `select * from (${groups?.body}) as violation (invariant, subject, detail)`,
  }))
  if (statements.length !== file.match(/;$/gm)?.length) {
    throw new Error(
      'Each statement of the invariants ends a line with a semicolon, after "-- for each: …"',
    )
  }
  return statements
}
