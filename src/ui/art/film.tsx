/** A picture of the operator's and, where there is one, the silent film that begins with it. */
export type FilmFiles = { poster: string; sources: readonly { src: string; type: string }[] }

type Props = FilmFiles & { className?: string | undefined }

/**
 * What stands in place of a drawing; `awake/films.ts` plays it while it can be seen. It says
 * nothing that isn't said in words.
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
