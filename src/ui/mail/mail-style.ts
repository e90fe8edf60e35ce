/** The light colours of `ui/tokens.css`: mail programs support no custom properties. */
export const ink = '#111f2e'
export const quiet = '#3d505b'
export const paper = '#edf5ee'
export const surface = '#fbfefc'
export const line = '#cfddd3'
export const action = '#2545a9'
export const onAction = '#f9fdfa'
export const caution = '#875806'
export const cautionSoft = '#feefcb'
export const sans = "'Instrument Sans', 'Helvetica Neue', Helvetica, Arial, sans-serif"
export const serif = "Besley, Georgia, 'Times New Roman', serif"
export const mono = "'Spline Sans Mono', ui-monospace, Menlo, Consolas, monospace"
