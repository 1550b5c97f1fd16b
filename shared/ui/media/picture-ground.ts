/**
 * The background of pictures in the dark scheme. Black lines on nothing were drawn for white paper: they would vanish
 * there. It shows only where a picture is transparent.
 */
export const pictureGround = `
  @media screen and (prefers-color-scheme: dark) {
    background: #ccd3e6;
  }
`;
