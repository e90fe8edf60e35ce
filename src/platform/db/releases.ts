/** A row of the table `migration`. Databases of early versions have no release in it. */
export type AppliedMigration = { name: string; release?: string | null }

/** The version of this code, where it is known, and the files of its db/schema. */
export type OwnRelease = { version: string | undefined; schema: readonly string[] }

/** The database was made by another line of migrations: a sentence for the operator. */
export class WrongDatabaseError extends Error {
  override name = 'WrongDatabaseError'
}

/**
 * Throws if the database was made by an earlier line of migrations, or by a newer release. A newer
 * release may have changed what this code relies on, and this code would replace its functions.
 */
export function assertNotNewer(applied: readonly AppliedMigration[], own: OwnRelease): void {
  const earlier = applied.find(({ name }) => !/^(schema|functions)\//.test(name))
  if (earlier)
    throw new WrongDatabaseError(
      'The database was made by a version before db/schema existed (its migration table ' +
        `names ${earlier.name}) and can't be ` +
        'upgraded: use an empty database, or delete the data folder (DATA_DIR) of a sandbox.',
    )

  const newer = own.version && findNewerRelease(applied, own.version)
  if (newer)
    throw new WrongDatabaseError(
      `The database was migrated by release ${newer}, and this is release ${own.version}: an ` +
        `older release doesn't run on a newer database. Start ${newer}, or restore a backup.`,
    )

  const unknown = applied.find(
    ({ name }) => name.startsWith('schema/') && !own.schema.includes(name),
  )
  if (unknown)
    throw new WrongDatabaseError(
      `The database was made by a newer version (it has ${unknown.name}): start that version, or ` +
        'restore a backup.',
    )
}

/** Returns the newest release that changed the database, if it is newer than this one. */
function findNewerRelease(applied: readonly AppliedMigration[], version: string): string | null {
  const releases = applied.flatMap(({ release }) => release ?? [])
  const newest = releases.sort(compareVersions).at(-1)
  return newest && compareVersions(newest, version) > 0 ? newest : null
}

/** Compares versions of the form 1.20.3. */
function compareVersions(a: string, b: string): number {
  const [left, right] = [a, b].map((version) => version.split('.').map(Number))
  const differences = [0, 1, 2].map((index) => (left?.[index] ?? 0) - (right?.[index] ?? 0))
  return differences.find((difference) => difference !== 0) ?? 0
}
