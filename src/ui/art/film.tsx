/** A picture of the operator and, optionally, the silent film that begins with it. */
export type FilmFiles = { poster: string; sources: readonly { src: string; type: string }[] }

type Props = FilmFiles & { className?: string | undefined }

/**
 * Renders the film or picture that replaces a drawing; `enhance/films.ts` plays it while it is
 * visible. It is decorative.
 */
export const Film = ({ poster, sources, className }: Props) =>
  sources.length === 0 ? (
    <img src={poster} alt="" className={className} />
  ) : (
    <video
      poster={poster}
      className={className}
      muted
      loop
      playsInline
      preload="none"
      aria-hidden="true"
      tabIndex={-1}
      data-film=""
    >
      {sources.map((source) => (
        <source key={source.src} {...source} />
      ))}
    </video>
  )
