import { Icon } from '#ui/icon.tsx'
import { downloadSimple } from '#ui/icons.ts'

type Props = { path: string; sha256: string; about: string }

/** The file that shows a result, as a download, beside the fingerprint that was agreed to. */
export const EvidenceLink = ({ path, sha256, about }: Props) => (
  <>
    <a className="link" href={path} download>
      <Icon glyph={downloadSimple} /> Download
      <span className="visually-hidden"> the evidence: {about}</span>
    </a>
    <br />
    <span className="meta muted mono" title={`SHA-256 ${sha256}`}>
      {sha256.slice(0, 12)}…
    </span>
  </>
)
