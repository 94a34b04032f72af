/** The kind of row that a statement checks in batches; `all` and `due` statements run as a whole. */
export type InvariantScope = 'product' | 'order' | 'key' | 'all' | 'due'

export type InvariantStatement = {
  scope: InvariantScope
  /** A query whose rows are violations: invariant, subject, detail. */
  sql: string
}

const STATEMENT = /^-- for each: (?<scope>product|order|key|all|due)\n(?<body>[\s\S]+?);$/gm

/** Parses `db/invariants.sql`. Throws when a statement has no `-- for each:` line. */
export function readInvariants(file: string): InvariantStatement[] {
  const statements = [...file.matchAll(STATEMENT)].map(({ groups }) => ({
    scope: groups?.scope as InvariantScope,
    sql: `select * from (${groups?.body}) as violation (invariant, subject, detail)`,
  }))
  if (statements.length !== file.match(/;$/gm)?.length) {
    throw new Error(
      'Each statement of db/invariants.sql must follow a line "-- for each: …" and end with a semicolon at the end of a line',
    )
  }
  return statements
}
