/** How the URL of the image of products without one begins: with the hash of no-image.png. */
export const NO_IMAGE = '/media/29a6daf447538bb7130358d437c7ae6e'
