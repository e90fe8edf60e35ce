import { command, project } from './command.js'
import { Refusal, say } from './print.js'
import { isRelease, listDifferences, readManifest } from './release-manifest.js'

const MAX_SHOWN = 10

/** Compares every file of this release with its manifest. */
await command(import.meta.url, async () => {
  if (!isRelease()) throw new Refusal('This folder is a checkout, not a release.')

  const differences = listDifferences(project)
  if (differences.length > 0)
    throw new Refusal(
      `The files differ from the release manifest: ${differences.slice(0, MAX_SHOWN).join(', ')}` +
        `${differences.length > MAX_SHOWN ? ` and ${differences.length - MAX_SHOWN} more` : ''}`,
    )

  const { version, commit, files } = readManifest(project)
  say(`Release ${version} of commit ${commit.slice(0, 8)}: ${Object.keys(files).length} files`)

  return 0
})
