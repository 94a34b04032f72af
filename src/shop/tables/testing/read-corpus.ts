import { readFileSync } from 'node:fs'

/** Reads the cases of a file in `testing`, one a line. */
export const readCorpus = <Case>(file: string): Case[] =>
  readFileSync(`testing/${file}`, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Case)
