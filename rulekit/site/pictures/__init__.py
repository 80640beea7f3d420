"""Pictures of scenes: played move by move, drawn, and kept between builds."""
